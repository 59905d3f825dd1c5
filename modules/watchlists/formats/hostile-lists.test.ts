import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import { sampleText } from '#kit/test/samples.ts'
import { textOf } from '../reading/text.server.ts'
import { readList } from './read.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'agio-lists-'))
afterAll(() => rmSync(folder, { recursive: true }))
const written = (content: string | Uint8Array, name = 'list.xml') => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const all = async (path: string): Promise<void> => {
  for await (const _ of readList(path)) continue
}
const refusal = async (content: string | Uint8Array, name?: string) =>
  all(written(content, name)).then(
    () => 'taken',
    (error: unknown) => (error as Refusal).code,
  )

const unXml = sampleText('un-newer.xml')

describe('a hostile or broken list', () => {
  const inside = (xml: string) => `<CONSOLIDATED_LIST><INDIVIDUALS>${xml}</INDIVIDUALS></CONSOLIDATED_LIST>`
  const person = (name: string, id = 1) =>
    `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>${name}</FIRST_NAME></INDIVIDUAL>`

  test('cannot name entities of its own, inside or outside', async () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
      '',
    )
    const bomb = `<!DOCTYPE CONSOLIDATED_LIST [<!ENTITY e0 "ha">${laughs}]>`
    expect(await refusal(`<?xml version="1.0"?>${bomb}${inside(person('&e9;'))}`)).toBe('LIST_SHAPE')
    const outside = '<!DOCTYPE CONSOLIDATED_LIST [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    expect(await refusal(outside + inside(person('&x;')))).toBe('LIST_SHAPE')
    expect(await refusal(inside(person('&x;')))).toBe('LIST_SHAPE')
    expect(await refusal(inside(person('A &amp; B')))).toBe('taken')
  })

  test('cannot be deep, nor one entry without end, nor larger than a list can be', async () => {
    expect(await refusal(inside('<INDIVIDUAL>'.repeat(40) + '</INDIVIDUAL>'.repeat(40)))).toBe('LIST_SHAPE')
    expect(await refusal(inside(person('A'.repeat(5_000_000))))).toBe('LIST_SHAPE')
    expect(await refusal(inside(`<INDIVIDUAL a="${'A'.repeat(5_000_000)}"/>`))).toBe('LIST_SHAPE')
    expect(await refusal(inside(person('').repeat(60_000).replaceAll('</INDIVIDUAL><INDIVIDUAL>', '')))).toBe(
      'LIST_SHAPE',
    )
    const read = async (path: string) => {
      for await (const _ of textOf(path, 20_000)) continue
    }
    await expect(read(written(unXml))).rejects.toMatchObject({ code: 'LIST_TOO_LARGE' })
    await expect(read(written(gzipSync(unXml)))).rejects.toMatchObject({ code: 'LIST_TOO_LARGE' })
  })

  test('is not taken for a shorter one', async () => {
    expect(await refusal('')).toBe('LIST_EMPTY')
    expect(await refusal(inside(''))).toBe('LIST_EMPTY')
    expect(await refusal(unXml.slice(0, unXml.length / 2))).toBe('LIST_TRUNCATED')
    expect(await refusal(gzipSync(unXml).subarray(0, 2000))).toBe('LIST_TRUNCATED')
    expect(await refusal(Buffer.from('<CONSOLIDATED_LIST>\xe9', 'latin1'))).toBe('LIST_ENCODING')
    expect(await refusal('<html><body>Service unavailable</body></html>')).toBe('LIST_FORMAT')
    expect(await refusal(inside(person('A') + person('B')))).toBe('LIST_TWICE')
    expect(await refusal(inside(person('')))).toBe('LIST_SHAPE')
    await expect(all(join(folder, 'none.xml'))).rejects.toMatchObject({ code: 'LIST_UNREADABLE' })
  })
})
