/** A document of any module, where something is held of it by type and id. */
export interface Subject {
  type: string
  id: string
}
