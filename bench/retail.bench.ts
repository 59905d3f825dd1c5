import { importItems } from './retail-import.ts'
import { reportSales } from './retail-report.ts'
import { sellThree } from './retail-sales.ts'
import { scanItems } from './retail-scan.ts'

// A shop at its size: `npm run bench -- retail`, or with the names of parts after it, such as `import report`.

const parts = { import: importItems, sales: sellThree, report: reportSales, scan: scanItems }
type Part = keyof typeof parts
const asked = process.argv.slice(3)
const unknown = asked.find((name) => !(name in parts))
if (unknown) throw new Error(`No part ${unknown}; there are ${Object.keys(parts).join(', ')}`)
for (const [name, run] of Object.entries(parts))
  if (asked.length === 0 || asked.includes(name as Part)) await run()
