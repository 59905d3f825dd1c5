import { hostile, outcomesOf } from '#apps/server/test-hostile.ts'
import { table } from './tools.ts'

// Every reader against files that are made to break it, each in a process of its own that is run as the server is.

const rows = Object.entries(hostile).flatMap(([reader, files]) =>
  Object.entries(files).map(([file, { make, code }]) => {
    const [outcome] = outcomesOf([[reader, file]])
    const came = outcome?.code ?? 'the process ended'
    return [
      reader,
      file,
      Math.ceil(make().length / 1024),
      came === code ? came : `${came} instead of ${code}`,
      outcome?.seconds.toFixed(1) ?? '',
      outcome?.megabytes ?? '',
    ]
  }),
)
table(['reader', 'file', 'KB', 'outcome', 's', 'MB resident at most'], rows)
