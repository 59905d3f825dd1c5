import { csvReader } from './csv.domain.ts'

/** The cells of a text as spreadsheets copy it, where a cell in quotation marks may hold lines; else by its lines alone. */
export function pastedCells(text: string): string[][] {
  const reader = csvReader('\t')
  try {
    return [...reader.push(text), ...reader.end()]
  } catch {
    return text.split(/\r\n?|\n/).map((line) => line.split('\t'))
  }
}

/** Whether a text is pasted over several cells: an empty one at the beginning has its place; line ends after the last are none. */
export const isOfCells = (text: string): boolean => /[\t\r\n"]/.test(text.replace(/[\r\n]+$/, ''))
