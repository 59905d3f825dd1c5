import { Modal, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { imageOf } from '#modules/customers/public.web.tsx'
import { maskedId } from './masked-id.domain.ts'
import { thirdParties } from './third-parties.contract.ts'
import type { ThirdParty } from './third-parties.domain.ts'
import css from './third-party.module.css'

const api = bindContract(thirdParties)

/** A third party in a deal: the name, the document as it is on a receipt, and its copy for whoever may see customers' papers. */
export function ThirdPartyFacts({ dealId, party }: { dealId: string; party: ThirdParty }) {
  const texts = useTexts('exchange:deals')
  const entry = useTexts('exchange:deal')
  const { name, idType, idNumber, idIssuingCountry, copyId } = party
  const paper = [idType && entry(`idTypes.${idType}`), idIssuingCountry, maskedId(idNumber)].filter(Boolean)
  return (
    <>
      <div>{name}</div>
      {paper.length > 0 && <div>{paper.join(' ')}</div>}
      {copyId !== null && (
        <div>
          {can('view_customers_information') ? (
            <Copy dealId={dealId} copyId={copyId} name={name} />
          ) : (
            texts('thirdParty.copy')
          )}
        </div>
      )}
    </>
  )
}

/** Asked for only once somebody wants to see it. */
function Copy({ dealId, copyId, name }: { dealId: string; copyId: string; name: string }) {
  const texts = useTexts('exchange:deals')
  const [isOpen, setOpen] = useState(false)
  const title = `${texts('thirdParty.copy')}: ${name}`
  const picture = useQuery({
    queryKey: ['third-party-copy', dealId, copyId],
    queryFn: async () => imageOf((await api.copy.call({ dealId, copyId })) as Blob),
    enabled: isOpen,
    staleTime: Infinity,
  })
  return (
    <>
      <UnstyledButton className={css.see} onClick={() => setOpen(true)}>
        {texts('thirdParty.seeCopy')}
      </UnstyledButton>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="auto"
        title={title}
        closeButtonProps={{ 'aria-label': texts('close') }}
      >
        <Loaded query={picture} height={200}>
          {(url) => <img src={url} alt={title} className={css.copy} />}
        </Loaded>
      </Modal>
    </>
  )
}
