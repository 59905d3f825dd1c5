/** What a list says of itself, filled in while it is read. */
export interface ListHead {
  format: string
  /** The day that its publisher names, YYYY-MM-DD. */
  publishedOn?: string
  /** How many entries it says that it has. */
  count?: number
}
