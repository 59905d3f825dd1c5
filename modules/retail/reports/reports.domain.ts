/** The hour of an instant on the clock of a place: `09:00`. */
export const hourIn = (timeZone: string, at: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hour12: false }).format(new Date(at))}:00`
