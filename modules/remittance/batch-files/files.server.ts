import { Readable } from 'node:stream'
import type { Db } from '#kit/server/database.server.ts'
import type { StreamedFile } from '#kit/server/files.server.ts'
import { senderFacts } from '#modules/customers/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { itemsOf } from '../batch-items/batch-items.queries.ts'
import { find as findOrders } from '../order-rows/orders.queries.ts'
import { sentOrder } from '../queue/queue.server.ts'
import { csvFile, type FileItem, painFile } from './payout-file.domain.ts'

interface Batch {
  id: string
  number: string
  format: string
  valueDay: string | null
  createdAt: string
}

/** The file of a batch as its partner takes it: of the same batch the same bytes. */
export async function fileOf(db: Db, batch: Batch): Promise<StreamedFile> {
  const items: FileItem[] = []
  for (const { orderId, reference } of await itemsOf(db, batch.id)) {
    const [order] = await findOrders(db, [orderId])
    if (!order) continue
    const { purpose, purposeCode } = order
    items.push({
      ...sentOrder(order, reference),
      purpose: purposeCode || purpose,
      sender: await senderFacts(db, order.customerId),
    })
  }
  const { name: company } = await currentCompany(db)
  const createdAt = new Date(batch.createdAt)
  const valueDay = batch.valueDay ?? createdAt.toISOString().slice(0, 10)
  const isCsv = batch.format === 'csv'
  const content = isCsv
    ? csvFile(items)
    : painFile(items, { number: batch.number, company, createdAt, valueDay })
  return {
    name: `${batch.number}.${isCsv ? 'csv' : 'xml'}`,
    mediaType: isCsv ? 'text/csv' : 'application/xml',
    stream: Readable.from([Buffer.from(content)]),
  }
}
