export { insertMany as insertCustomers, insertRows as insertCustomerRows } from './profiles/bulk.queries.ts'
export type { NewCustomer } from './profiles/bulk.queries.ts'
