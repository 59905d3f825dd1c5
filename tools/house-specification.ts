import type { Tree } from './tree.ts'

const tables = /^docs\/specification\/([a-z]+)\.md$/

/**
 * Each promise of the specification stands in the table of its module, is kept in a file and shown by a test that is there, or waits
 * for a module or capability that is not.
 */
export function specification(tree: Tree): string[] {
  return tree.files.flatMap((path) => {
    const [, owner] = tables.exec(path) ?? []
    if (owner === undefined) return []
    const rows = tree
      .text(path)
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
    return rows.flatMap((row) => promiseFaults(tree, { path, owner, row }))
  })
}

function promiseFaults(tree: Tree, at: { path: string; owner: string; row: string }): string[] {
  const [, section = '', promise = '', where = '', shownBy = ''] = at.row
    .split('|')
    .map((cell) => cell.trim())
  const say = (fault: string) => [`${at.path}: § ${section} "${promise}" ${fault}`]
  const [, awaited] = /^waits: ([a-z]+(?:\/[a-z-]+)?)$/.exec(where) ?? []
  const [, module = awaited?.split('/')[0]] = /^`modules\/([a-z]+)\//.exec(where) ?? []
  if (module !== undefined && module !== at.owner)
    return say(`is of ${module}. Put it into docs/specification/${module}.md.`)
  if (awaited)
    return tree.files.some((path) =>
      new RegExp(
        `^modules/${awaited}/${awaited.includes('/') ? '' : 'module\\.(server\\.ts|web\\.tsx)$'}`,
      ).test(path),
    )
      ? say(`waits for ${awaited}, which is there. Name the file and the test.`)
      : []
  const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(shownBy) ?? []
  if (!/^`[^`]+`$/.test(where) || !title)
    return say('names no file, or no test. Write `file` and `file`: title.')
  // That the files are there is asked of every document.
  return !tree.files.includes(path) || tree.text(path).includes(title)
    ? []
    : say(`is shown by no test "${title}".`)
}

const standard = 'docs/asvs.md'
const verdicts = ['met', 'by setting', 'not met', 'operator', 'n.a.']

/** Each row of the security standard has one of the verdicts; what is met or switched on by a setting is shown by a test that is there; the totals add up. */
export function asvs(tree: Tree): string[] {
  if (!tree.files.includes(standard)) return []
  const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim())
  const lines = tree.text(standard).split('\n')
  const rows = lines.filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line)).map(cellsOf)
  const faults = rows.flatMap(([, number = '', , verdict = '', , shownBy = '']) => {
    const say = (fault: string) => [`${standard}: ${number} ${fault}`]
    if (!verdicts.includes(verdict))
      return say(`has the verdict "${verdict}". Write one of: ${verdicts.join(', ')}.`)
    if (verdict !== 'met' && verdict !== 'by setting') return []
    const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(shownBy) ?? []
    if (!title) return say('names no test. Write `file`: title.')
    return !tree.files.includes(path) || tree.text(path).includes(title)
      ? []
      : say(`is shown by no test "${title}".`)
  })
  const counts = [
    ...verdicts.map((one) => rows.filter((cells) => cells[3] === one).length),
    rows.length,
  ].join(' | ')
  const total = lines.find((line) => line.startsWith('| all |'))
  return total === `| all | ${counts} |` ? faults : [...faults, `${standard}: the totals are ${counts}.`]
}
