import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, type Server } from './server.ts'

/** Takes a list of these people over as the next version of that of the United Nations, as an operator would. */
export async function loadList(server: Server, names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agio-e2e-list-'))
  const people = names.map((name, at) => {
    const [first = '', second = '', ...third] = name.split(' ')
    return `<INDIVIDUAL><DATAID>${7_700_001 + at}</DATAID><FIRST_NAME>${first}</FIRST_NAME><SECOND_NAME>${second}</SECOND_NAME><THIRD_NAME>${third.join(' ')}</THIRD_NAME><UN_LIST_TYPE>TEST</UN_LIST_TYPE><REFERENCE_NUMBER>T.${at}</REFERENCE_NUMBER></INDIVIDUAL>`
  })
  const path = join(folder, 'un.xml')
  writeFileSync(
    path,
    `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2026-01-0${names.length % 9}T00:00:00.000Z"><INDIVIDUALS>${people.join('')}</INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`,
  )
  await command(server, 'screening', 'load', '--force', path)
  rmSync(folder, { recursive: true })
}
