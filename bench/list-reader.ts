import { readList } from '#modules/watchlists/formats/read.server.ts'

// Reads one list to its end in a process of its own, and says what that took.

const started = performance.now()
let [entries, names] = [0, 0]
for await (const entry of readList(process.argv[2] ?? '')) {
  entries += 1
  names += entry.names.length
}
const seconds = (performance.now() - started) / 1000
const kilobytes = process.resourceUsage().maxRSS
process.stdout.write(JSON.stringify({ entries, names, seconds, kilobytes }))
