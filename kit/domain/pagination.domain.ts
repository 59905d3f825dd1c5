/** What the pagination helper reads; page numbers start at 1. */
export interface PageInput {
  itemsPerPage: number
  currentPage: number
  totalItems: number
  /** Slots for page links, ellipses included; never fewer than 5. */
  maxLinks?: number
}

export interface PageView {
  /** The current page after correction: above the last is the last, below 1 is 1. */
  page: number
  last: number
  /** Number of the first and the last item on the page; both 0 when there are none. */
  from: number
  to: number
  /** Page numbers to link to, `'gap'` for an ellipsis. */
  links: (number | 'gap')[]
}

/**
 * The page shown, the last page, the range of items and the page links (specification 001, 5 and 9).
 * Throws when `itemsPerPage` or `currentPage` is not supplied.
 */
export function pageView(input: Partial<PageInput>): PageView {
  const { itemsPerPage, currentPage, totalItems = 0, maxLinks = 7 } = input
  if (!itemsPerPage || itemsPerPage < 1) throw new TypeError('pageView needs itemsPerPage, at least 1')
  if (currentPage === undefined || Number.isNaN(currentPage))
    throw new TypeError('pageView needs currentPage')
  const last = Math.max(1, Math.ceil(totalItems / itemsPerPage))
  const page = Math.min(Math.max(1, Math.trunc(currentPage)), last)
  return {
    page,
    last,
    from: totalItems === 0 ? 0 : (page - 1) * itemsPerPage + 1,
    to: Math.min(totalItems, page * itemsPerPage),
    links: pageLinks(page, last, Math.max(5, maxLinks)),
  }
}

/**
 * How many items can be reached when their total is only an estimate: behind a full page there may be another, behind one that
 * is not full there is none, and an empty one is beyond the end.
 */
export function reachable(
  { pageNum, pageSize, totalItems }: { pageNum: number; pageSize: number; totalItems: number },
  itemsHere: number,
): number {
  const before = (pageNum - 1) * pageSize
  if (itemsHere === 0) return Math.min(totalItems, before)
  return itemsHere < pageSize ? before + itemsHere : Math.max(totalItems, before + pageSize + 1)
}

/** First and last page always, the current one with as many neighbours as the slots allow. */
function pageLinks(page: number, last: number, slots: number): (number | 'gap')[] {
  if (last <= slots) return span(1, last)
  const inner = slots - 4
  const near = slots - 2
  if (page <= near - Math.floor(inner / 2)) return [...span(1, near), 'gap', last]
  if (page > last - near + Math.floor(inner / 2)) return [1, 'gap', ...span(last - near + 1, last)]
  const start = page - Math.floor(inner / 2)
  return [1, 'gap', ...span(start, start + inner - 1), 'gap', last]
}

const span = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
