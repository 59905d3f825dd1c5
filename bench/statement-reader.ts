import { readFileSync } from 'node:fs'
import { currencyDecimals } from '#modules/bank/formats/decimals.server.ts'
import { readStatements } from '#modules/bank/formats/read.server.ts'

// Reads one statement to its end in a process of its own, and says what that took.

const file = readFileSync(process.argv[2] ?? '')
const started = performance.now()
const before = process.cpuUsage().user
const [statement] = readStatements(file, (code) => currencyDecimals.get(code))
const seconds = (performance.now() - started) / 1000
const spent = (process.cpuUsage().user - before) / 1e6
const kilobytes = process.resourceUsage().maxRSS
const [lines, faults] = [statement?.lines.length ?? 0, statement?.faults.length ?? 0]
process.stdout.write(JSON.stringify({ lines, faults, seconds, spent, kilobytes }))
