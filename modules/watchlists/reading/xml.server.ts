import { SaxesParser } from 'saxes'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { mostOfOne, shape } from './text.server.ts'

const mostDepth = 24

/** An element with all that is in it; names are without a prefix, `text` is its own text, trimmed and on one line. */
export interface Element {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
  /** Where it begins. */
  line: number
}

/**
 * Reads XML that comes in pieces: gives each outermost element of the names that are asked for as soon as it is complete, and
 * forgets it. The root itself comes first, empty, with its attributes. Hostile until read: no document type and so no entity
 * of its own, bounded depth, bounded size of an element.
 * @throws Refusal LIST_SHAPE (with the line), LIST_TRUNCATED or LIST_EMPTY
 */
export async function* elementsOf(
  pieces: AsyncIterable<string>,
  names: ReadonlySet<string>,
): AsyncGenerator<Element> {
  const parser = new SaxesParser()
  const open: Element[] = []
  let ready: Element[] = []
  let [depth, boundary, isClosing] = [0, 0, false]
  parser.on('error', () => {
    throw isClosing ? new Refusal('LIST_TRUNCATED') : shape(parser.line)
  })
  parser.on('doctype', () => {
    throw shape(parser.line)
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > mostDepth) throw shape(parser.line)
    const element = {
      name: bare(name),
      attributes: attributes as Record<string, string>,
      text: '',
      children: [],
      line: parser.line,
    }
    if (open.length > 0 || names.has(element.name)) {
      open.at(-1)?.children.push(element)
      open.push(element)
    } else if (depth === 1) ready.push(element)
    if (open.length === 0) boundary = parser.position
  })
  const onText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    depth -= 1
    const element = open.pop()
    if (element) element.text = oneLine(element.text)
    if (open.length > 0) return
    if (element) ready.push(element)
    boundary = parser.position
  })
  let isEmpty = true
  for await (const piece of pieces) {
    isEmpty &&= piece.trim() === ''
    parser.write(piece)
    if (parser.position - boundary > mostOfOne) throw shape(parser.line)
    const given = ready
    ready = []
    yield* given
  }
  if (isEmpty) throw new Refusal('LIST_EMPTY')
  isClosing = true
  parser.close()
  yield* ready
}

/** Text on one line; the common case, where it is so already, costs one look. */
const oneLine = (text: string) =>
  /[^\S ]| {2}|^ | $/.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/** The first child of a name, or of a way of names such as `names/name`. */
export function child(element: Element | undefined, way: string): Element | undefined {
  let found = element
  for (const name of way.split('/')) found = found?.children.find((one) => one.name === name)
  return found
}

/** All children of a name; of a way, all of the last below each of those before. */
export function children(element: Element | undefined, way: string): Element[] {
  let found = element ? [element] : []
  for (const name of way.split('/'))
    found = found.flatMap((one) => one.children.filter((below) => below.name === name))
  return found
}

/** The text at a way, empty where there is none. */
export const textAt = (element: Element | undefined, way: string): string => child(element, way)?.text ?? ''

/** The texts at a way that are not empty. */
export const textsAt = (element: Element | undefined, way: string): string[] =>
  children(element, way).flatMap(({ text }) => text || [])

/** The element as XML of its own. */
export function xmlOf({ name, attributes, text, children: below }: Element): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inside = escaped(text) + below.map(xmlOf).join('')
  return inside ? `<${name}${given.join('')}>${inside}</${name}>` : `<${name}${given.join('')}/>`
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign) : text
