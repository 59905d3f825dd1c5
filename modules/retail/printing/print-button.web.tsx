import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { languageTag } from '#kit/web/i18n.web.ts'
import { printFile } from '#kit/web/save-file.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { refundReceipts, saleReceipts } from './printing.contract.ts'

const apis = { sale: bindContract(saleReceipts), refund: bindContract(refundReceipts) }

/** Prints the receipt of a sale or a return, in the language of the screen. */
export function PrintReceipt({ of, id }: { of: 'refund' | 'sale'; id: string }) {
  const texts = useTexts('retail:sales')
  const print = useMutation({
    mutationFn: async () => printFile((await apis[of].print.call({ id, language: languageTag() })) as File),
  })
  return (
    <Button
      variant="default"
      loading={print.isPending}
      leftSection={<IconPrinter size={16} stroke={1.75} />}
      onClick={() => print.mutate()}
    >
      {texts('printReceipt')}
    </Button>
  )
}
