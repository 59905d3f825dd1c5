/** What is read of one table, however small its file is. Cells and rows are those of the program that tables are made with. */
export const tableBounds = {
  /** Characters. */
  cell: 32_767,
  columns: 512,
  rows: 1_048_576,
  /** Characters of all cells: what is repeated by a reference counts each time. */
  text: 134_217_728,
  /** The texts that cells refer to, and their bytes. */
  texts: 4_194_304,
  strings: 67_108_864,
  /** Bytes of a part of a workbook, unpacked: of the sheet and its texts, and of all that is small. */
  part: 536_870_912,
  smallPart: 8_388_608,
  /** Elements within one another. */
  depth: 32,
  /** Characters between two marks of XML. */
  token: 262_144,
  /** Megabytes of the heap that a thread reads with. */
  heap: 192,
  /** What a thread may take for one table: the largest takes a twentieth of it. */
  seconds: 600,
}
