import { copyTree, Lane } from './mutants-lane.ts'
import { same } from './mutants-same.ts'
import { isWritten, type Mutant, shuffleMutants } from './mutants-sample.ts'
import { databaseTestsOf, pureTestsOf, unitTests } from './mutants-tests.ts'
import { typeChecked } from './mutants-types.ts'
import { table, withFolder } from './tools.ts'

// Changes of one token in domain code, and whether a unit test notices them. Stryker 10 starts here only with its handling of
// tsconfig switched off: TypeScript 7 has no interface for programs, and so it cannot leave out what types refuse.
// It changes every token, takes no sample, and brings 158 packages. `npm run bench -- mutants 2` takes another sample.

const wanted = 300
const aim = 0.92
const [seed = '1'] = process.argv.slice(3)

/** The first `wanted` that are TypeScript and pass the type check. */
async function sample(copy: string): Promise<Mutant[]> {
  const all = shuffleMutants(seed)
  const chosen = await typeChecked(copy, all.slice(0, wanted * 1.5).filter(isWritten))
  if (chosen.length < wanted) throw new Error(`Only ${chosen.length} pass the type check`)
  process.stdout.write(`${wanted} of ${all.length} changes, seed ${seed}.\n\n`)
  return chosen.slice(0, wanted)
}

interface Found {
  pure: number
  database: number
  left: Mutant[]
}

/** Takes mutants from the queue until it is empty: pure tests first, those of the database where none of them notices. */
async function work(copy: string, queue: Mutant[], found: Found): Promise<void> {
  const tests = unitTests()
  const [pure, database] = [new Lane(copy, 'pure'), new Lane(copy, 'database')]
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const { file } = mutant
    if ((await pure.noticedBy(mutant, pureTestsOf(tests, file))) !== null) found.pure += 1
    else if ((await database.noticedBy(mutant, databaseTestsOf(tests, file))) !== null) found.database += 1
    else found.left.push(mutant)
  }
  await pure.close()
  await database.close()
}

const reasonOf = ({ file, before, after }: Mutant) =>
  same.find((one) => one.file === file && one.before === before && one.after === after)?.why

const cell = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

await withFolder(async (folder) => {
  const started = performance.now()
  const copies = ['one', 'two'].map((name) => copyTree(folder, name))
  const queue = await sample(copies[0] ?? '')
  const found: Found = { pure: 0, database: 0, left: [] }
  await Promise.all(copies.map((copy) => work(copy, queue, found)))
  const percent = (count: number) => `${((100 * count) / wanted).toFixed(1)} %`
  table(
    ['noticed by', 'changes', 'share'],
    [
      ['tests without a database', found.pure, percent(found.pure)],
      ['tests of the module on the database', found.database, percent(found.database)],
      ['none', found.left.length, percent(found.left.length)],
    ],
  )
  table(
    ['not noticed', 'before', 'after', 'why'],
    found.left.map((one) => [
      `${one.file}:${one.line}`,
      cell(one.before),
      cell(one.after),
      reasonOf(one) ?? '**unknown: write a test**',
    ]),
  )
  const isMet = found.left.length <= wanted * (1 - aim) && found.left.every(reasonOf)
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  process.stdout.write(`${isMet ? 'Met' : 'MISSED'} in ${minutes} minutes.\n`)
  process.exitCode = isMet ? 0 : 1
})
