import { hostile, outcomesOf } from '#apps/server/test-hostile.ts'
import { attackServer } from './hostile-server.ts'
import { tableOf } from './tools.ts'

// What is made to break the server, sent to the whole program; then every reader against such files, each in a process of its own
// that is run as the server is.

await attackServer()

const say = tableOf(['reader', 'file', 'KB', 'outcome', 's', 'MB resident at most'])
for (const [reader, files] of Object.entries(hostile))
  for (const [file, { make, code }] of Object.entries(files)) {
    const [outcome] = outcomesOf([[reader, file]])
    const came = outcome?.code ?? 'the process ended'
    say([
      reader,
      file,
      Math.ceil(make().length / 1024),
      came === code ? came : `${came} instead of ${code}`,
      outcome?.seconds.toFixed(1) ?? '',
      outcome?.megabytes ?? '',
    ])
  }
