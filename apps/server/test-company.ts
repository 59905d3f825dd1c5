import type pg from 'pg'
import { withClient } from '#kit/server/prepare.server.ts'

/** The id of a database's first company, known before a program runs on it. */
export const firstCompany = (owner: pg.ClientConfig): Promise<string> =>
  withClient(owner, async (client) => {
    const found = await client.query<{ id: string }>(
      'select company_id as id from organisation.company order by company_id limit 1',
    )
    return found.rows[0]?.id ?? ''
  })
