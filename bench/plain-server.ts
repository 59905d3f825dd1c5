import Fastify from 'fastify'
import { createVerifier } from 'fast-jwt'
import pg from 'pg'

// The peer of the bench: what one would write without a house. It checks a token and runs one statement, no more.

const { PLAIN_PORT, PLAIN_SECRET, PLAIN_HOST, PLAIN_COMPANY } = process.env
const verify = createVerifier({ key: PLAIN_SECRET ?? '', algorithms: ['HS256'], cache: 1000 })
const pool = new pg.Pool({
  host: PLAIN_HOST,
  user: 'agio_server',
  database: 'agio',
  max: 20,
  options: `-c app.company_id=${PLAIN_COMPANY}`,
})

const app = Fastify()
app.get('/empty', (request) => {
  verify((request.headers.authorization ?? '').slice(7))
  return { companyId: PLAIN_COMPANY, regionId: null, branchId: null, counterId: null, type: 0 }
})
app.get<{ Querystring: { id: string } }>('/region', async (request) => {
  verify((request.headers.authorization ?? '').slice(7))
  const { rows } = await pool.query('select * from "organisation"."region" where "id" = $1', [
    request.query.id,
  ])
  return rows[0] as unknown
})
await app.listen({ port: Number(PLAIN_PORT), host: '127.0.0.1' })
process.stdout.write('plain server is ready\n')
process.on('SIGINT', () => process.exit(0))
