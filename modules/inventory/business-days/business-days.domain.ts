/**
 * The business date of what moves between places of a branch: the latest among the open days of its drawers. A vault has no day, and
 * goes by the drawer; without a drawer it is `today`. Nothing is undone before the date of what it undoes.
 */
export const dateOfMove = (drawers: readonly string[], today: string, undone = ''): string =>
  [...(drawers.length > 0 ? drawers : [today]), undone].toSorted().at(-1) ?? today
