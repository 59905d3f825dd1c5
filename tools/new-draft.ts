import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Texts of a catalogue by their keys. */
export type Json = { [key: string]: Json | string }

/** Files to be written: those of a tree that are changed, and new ones, each with its whole text. */
export class Draft {
  readonly files: Record<string, string> = {}
  readonly left: string[] = []
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  text(path: string): string | undefined {
    const file = join(this.#folder, path)
    return this.files[path] ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  }

  names(path: string): string[] {
    const folder = join(this.#folder, path)
    return existsSync(folder) ? readdirSync(folder) : []
  }

  /** Changes a file; where `change` finds no place for it, or there is no such file, `otherwise` is left to do by hand. */
  edit(path: string, otherwise: string, change: (text: string) => string | undefined): void {
    const text = this.text(path)
    const changed = text === undefined ? undefined : change(text)
    if (changed === undefined) this.left.push(`${path}: ${otherwise}`)
    else this.files[path] = changed
  }

  /** Adds texts to a catalogue under `keys`, unless there are any. */
  texts(path: string, keys: readonly string[], value: Json | string, make = false): void {
    const before = this.text(path) ?? (make ? '{}' : undefined)
    if (before === undefined) return
    const all = JSON.parse(before) as Json
    let part = all
    for (const key of keys.slice(0, -1)) part = (part[key] ??= {}) as Json
    const last = keys.at(-1) ?? ''
    if (last in part) return
    part[last] = value
    this.files[path] = `${JSON.stringify(all, null, 2)}\n`
  }
}

/** Adds a line after the imports of a file. */
export const afterImports = (text: string, line: string): string => {
  const [last = ''] = text.match(/^import .*$/gm)?.slice(-1) ?? []
  const end = text.lastIndexOf(last) + last.length
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`
}

/** Changes the names in the list that `pattern` finds; undefined where it finds none. */
export function inList(
  text: string,
  pattern: RegExp,
  change: (names: string[]) => string[],
): string | undefined {
  const found = pattern.exec(text)
  const inside = found?.[1]
  if (!found || inside === undefined) return undefined
  const names = inside
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const list = found[0].slice(0, -inside.length - 1) + `${change(names).join(', ')}]`
  return text.slice(0, found.index) + list + text.slice(found.index + found[0].length)
}

/** Adds an element to the list that a manifest has under `key`, which is made where there is none; undefined where it is no literal. */
export function intoManifest(text: string, key: string, element: string): string | undefined {
  const found = new RegExp(`\\b${key}: \\[`).exec(text)
  if (!found) {
    const end = text.lastIndexOf('}')
    const before = text.slice(0, end).trimEnd()
    return end < 0 ? undefined : `${before}${before.endsWith(',') ? '' : ','}\n  ${key}: [${element}],\n}\n`
  }
  let depth = 1
  let end = found.index + found[0].length
  for (; depth > 0 && end < text.length; end++) depth += text[end] === '[' ? 1 : text[end] === ']' ? -1 : 0
  const before = text.slice(0, end - 1).trimEnd()
  return `${before}${/[,[]$/.test(before) ? '' : ','}\n${element},\n${text.slice(end - 1)}`
}
