import type { Tree } from './tree.ts'

const table = 'docs/specification.md'

/** Each promise of the specification is kept in a file and shown by a test that is there, or waits for a module or capability that is not. */
export function specification(tree: Tree): string[] {
  if (!tree.files.includes(table)) return []
  const rows = tree
    .text(table)
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  return rows.flatMap((row) => {
    const [, section = '', promise = '', where = '', shownBy = ''] = row.split('|').map((cell) => cell.trim())
    const say = (fault: string) => [`${table}: § ${section} "${promise}" ${fault}`]
    const [, awaited] = /^waits: ([a-z]+(?:\/[a-z-]+)?)$/.exec(where) ?? []
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
  })
}
