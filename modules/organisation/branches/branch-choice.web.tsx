import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from './branches.contract.ts'

const api = bindContract(branches)

interface BranchChoiceProps {
  label?: string
  /** What no branch means. */
  placeholder?: string
  value: string | null
  onChange: (branchId: string | null) => void
}

/** One of the branches in reach, or none of them in particular. */
export function BranchChoice(field: BranchChoiceProps) {
  const texts = useTexts('organisation:branches')
  const { data } = useQuery(api.listSelection.queryOptions())
  return (
    <Select
      label={texts('branch')}
      placeholder={texts('anyBranch')}
      {...field}
      w={240}
      searchable
      selectFirstOptionOnChange
      clearable
      clearButtonProps={{ 'aria-label': texts('clearBranch') }}
      data={data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
    />
  )
}
