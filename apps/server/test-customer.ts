import type { TestApp } from './test-app.ts'

interface Person {
  name: string
  idNumber: string
  /** A copy of the paper was made. */
  hasCopy?: boolean
}

/** A person of a company whose file has all that due diligence asks of a customer; answers the id. */
export async function addPerson(
  app: TestApp,
  companyId: string,
  { name, idNumber, hasCopy = true }: Person,
): Promise<string> {
  const [row] = await app.owner<{ id: string }>(
    `insert into customers.customer (company_id, customer_type, name, nationality, date_of_birth, address, phone, occupation)
      values ($1, 1, $2, 'MY', '1990-05-01', '3 Jalan Ampang', '+60123456789', 'Baker') returning id`,
    [companyId, name],
  )
  const id = row?.id ?? ''
  await app.owner(
    `with f as (insert into kit.file (company_id, name, media_type, size, sha256)
        values ($1, 'card.png', 'image/png', 1, 'x') returning id)
      insert into customers.document (company_id, customer_id, id_type, id_number, id_issuing_country, id_expiry_date, is_primary,
        front_file_id)
      select $1, $2, 'NATIONAL_ID', $3, 'MY', '2035-01-01', true, case when $4 then id end from f`,
    [companyId, id, idNumber, hasCopy],
  )
  return id
}
