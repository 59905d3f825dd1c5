/** The next day, `2026-03-01` after `2026-02-28`. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
