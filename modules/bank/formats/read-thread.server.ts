import { readStatements } from './read.server.ts'
import type { Statement, StatementLine } from './statement.domain.ts'

const linesAtOnce = 5000

/** What a file is read from, in the thread. */
export interface FileAsked {
  bytes: Uint8Array
  decimals: ReadonlyMap<string, number>
}

/** A statement without its lines, which follow; or lines of the last one. */
export type FilePiece = { statement: Statement } | { lines: StatementLine[] }

/** Reads a file of statements in a thread of `inThread`. */
export async function* run({ bytes, decimals }: FileAsked): AsyncGenerator<FilePiece> {
  for (const statement of readStatements(bytes, (code) => decimals.get(code))) {
    const { lines } = statement
    yield { statement: { ...statement, lines: [] } }
    for (let at = 0; at < lines.length; at += linesAtOnce) yield { lines: lines.slice(at, at + linesAtOnce) }
  }
}
