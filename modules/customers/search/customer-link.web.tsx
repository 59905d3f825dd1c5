import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

interface Props {
  id: string | null
  /** 1 a person, 2 a company; null where nobody on file is meant. */
  type: number | null
  name: string
}

/** The name of a customer, which leads to their page where they are on file. */
export function CustomerLink({ id, type, name }: Props) {
  if (id === null || name === '') return name
  const to = `/customer/${type === 2 ? 'corporate' : 'individual'}/${id}`
  return (
    <Anchor renderRoot={(props) => <Link to={to} {...props} />} inherit>
      {name}
    </Anchor>
  )
}

/** The same of the customer that a row names. */
export const RowCustomer = ({
  row: { customer, customerId, customerType },
}: {
  row: { customer: string; customerId: string | null; customerType: number | null }
}) => <CustomerLink id={customerId} type={customerType} name={customer} />
