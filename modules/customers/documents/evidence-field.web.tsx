import { useMutation } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { UploadField } from '#kit/web/form/upload-field.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { avatarRule } from '../profiles/profiles.contract.ts'
import { documents } from './documents.contract.ts'
import { type Evidence, paperOf } from './documents.domain.ts'

const api = bindContract(documents)
const place = 'customers:documents'

interface Props {
  customerId: string
  evidence: Evidence
  label: string
  /** Why it is asked for; stands at the field until the copy is there. */
  error: string
  /** When the copy is among the papers of the customer. */
  onAdded: () => void
}

/** A copy that a rule asks for of a customer on file: chosen or photographed where it is asked for, kept with the customer's papers. */
export function EvidenceField({ customerId, evidence, label, error, onAdded }: Props) {
  const texts = useTexts(place)
  const take = useMutation({
    meta: { handled: true },
    mutationFn: async (file: File) => {
      const idType = paperOf[evidence]
      const papers = await api.list.call({ customerId })
      const known = papers.find((one) => (idType ? one.idType === idType && !one.hasFront : one.isPrimary))
      // What somebody identifies with has a number and a country first: they are entered with the customer.
      if (!known && !idType) return null
      const { id, version } = known ?? (await api.create.call({ customerId, idType: idType ?? 'OTHER' }))
      return api.uploadImage.call({ id, version, side: 'front', file })
    },
    onSuccess: (paper) => paper && onAdded(),
  })
  const fault = take.error ? messageOf(take.error) : take.data === null && texts('noPaper')
  return (
    <UploadField
      label={label}
      add={texts('addCopy')}
      files={[]}
      accept={avatarRule.types.join(',')}
      disabled={take.isPending}
      error={fault || error}
      onChange={([added]) => added?.file && take.mutate(added.file)}
    />
  )
}
