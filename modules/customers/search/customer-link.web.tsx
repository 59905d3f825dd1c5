import { TextLink } from '#kit/web/parts.web.tsx'

interface Props {
  id: string | null
  /** 1 a person, 2 a company. */
  type: number
  name: string
}

/** The name of a customer, which leads to their page where they are on file. */
export const CustomerLink = ({ id, type, name }: Props) =>
  id === null || name === '' ? (
    name
  ) : (
    <TextLink to={`/customer/${type === 2 ? 'corporate' : 'individual'}/${id}`}>{name}</TextLink>
  )
