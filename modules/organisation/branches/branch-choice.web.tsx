import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { branches } from './branches.contract.ts'

const api = bindContract(branches)

interface BranchChoiceProps {
  label: string
  /** What no branch means. */
  placeholder: string
  /** What the button that takes the choice away is called. */
  clear: string
  value: string | null
  onChange: (branchId: string | null) => void
}

/** One of the branches in reach, or none of them in particular. */
export function BranchChoice({ clear, ...field }: BranchChoiceProps) {
  const { data } = useQuery(api.listSelection.queryOptions())
  return (
    <Select
      {...field}
      w={240}
      searchable
      selectFirstOptionOnChange
      clearable
      clearButtonProps={{ 'aria-label': clear }}
      data={data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
    />
  )
}
