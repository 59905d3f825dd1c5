import { Button, Group, Select } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type NumberRule, readNumber } from '#kit/domain/numbers.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { printFile } from '#kit/web/save-file.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { itemLabels, labelPapers } from './printing.contract.ts'

const api = bindContract(itemLabels)
const copiesRule: NumberRule = { decimals: 0, digits: 3 }
const most = 200

/** Prints labels of an item, with the price of a branch. */
export function PrintLabels({ itemId }: { itemId: string }) {
  const texts = useTexts('retail:labels')
  const isAllowed = useIsAllowed(api.print)
  const [branchId, setBranchId] = useState<string | null>(null)
  const [paper, setPaper] = useState<(typeof labelPapers)[number]>('roll')
  const [copies, setCopies] = useState('1')
  const wanted = Number(readNumber(copies, copiesRule) ?? 0)
  const print = useMutation({
    mutationFn: async () =>
      printFile(
        (await api.print.call({
          branchId: branchId ?? '',
          paper,
          labels: [{ itemId, copies: wanted }],
        })) as File,
      ),
  })
  if (!isAllowed) return null
  return (
    <Group align="flex-end" mt="md">
      <BranchChoice value={branchId} onChange={setBranchId} />
      <Select
        label={texts('fields.paper')}
        w={200}
        data={labelPapers.map((value) => ({ value, label: texts(`values.paper.${value}`) }))}
        value={paper}
        onChange={(value) => setPaper(labelPapers.find((one) => one === value) ?? 'roll')}
      />
      <TypedNumber
        label={texts('fields.copies')}
        w={110}
        rule={copiesRule}
        value={copies}
        error={wanted > most && texts('faults.atMost.number', { most })}
        onChange={setCopies}
      />
      <Button
        variant="default"
        disabled={branchId === null || wanted < 1 || wanted > most}
        loading={print.isPending}
        leftSection={<IconPrinter size={16} stroke={1.75} />}
        onClick={() => print.mutate()}
      >
        {texts('print')}
      </Button>
    </Group>
  )
}
