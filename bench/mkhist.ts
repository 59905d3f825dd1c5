import { history } from './history.ts'
await history('/tmp/h/bd', 1_000_000)
