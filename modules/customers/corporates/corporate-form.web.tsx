import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { FormPage } from '#kit/web/form/form-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Likely } from '../duplicates/likely.web.tsx'
import { corporates, NewCorporate } from '../profiles/profiles.contract.ts'
import { corporate } from '../profiles/profiles.domain.ts'
import { Asked, emptyOnes, type FormPlan, useRules } from '../profiles/fields.web.tsx'

const api = bindContract(corporates)
const place = 'customers:corporates'
const home = '/customer/corporate'

const plan: FormPlan = {
  company: [
    { name: 'text' },
    { originalName: 'text' },
    { registrationNumber: 'text', countryOfIncorporation: 'country' },
    { dateOfIncorporation: 'date', licenceNumber: 'text' },
  ],
  contact: [
    { phone: 'phone' },
    { email: 'email' },
    { website: 'url', contactPerson: 'text' },
    { registeredAddress: 'lines' },
    { businessAddress: 'lines' },
  ],
  business: [{ natureOfBusiness: 'text', taxNumber: 'text' }, { annualTurnover: 'number' }],
  diligence: [
    { purpose: 'text', sourceOfFunds: 'text' },
    { expectedActivity: 'lines' },
    { remarks: 'lines' },
  ],
}

export function CorporateForm() {
  const { id } = useParams({ strict: false })
  const texts = useTexts(place)
  const rules = useRules()
  return (
    <Loaded query={rules} height={480}>
      {(list) => (
        <FormPage
          texts={place}
          draft={NewCorporate}
          api={api}
          id={id}
          back={home}
          page={({ id: made }) => `${home}/${made}`}
          also={(values) => emptyOnes(list, corporate, values, texts)}
        >
          <Likely find={api.findDuplicates} home={home} exceptId={id} />
          <Asked plan={plan} rules={list} type={corporate} />
        </FormPage>
      )}
    </Loaded>
  )
}
