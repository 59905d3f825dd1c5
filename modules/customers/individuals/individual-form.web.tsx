import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { FormPage } from '#kit/web/form/form-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Likely } from '../duplicates/likely.web.tsx'
import { Asked, emptyOnes, type FormPlan, useRules } from '../profiles/fields.web.tsx'
import { individuals, NewIndividual } from '../profiles/profiles.contract.ts'
import { identityTypes, individual } from '../profiles/profiles.domain.ts'
import { IdentityReader } from './identity-reader.web.tsx'

const api = bindContract(individuals)
const place = 'customers:individuals'
const home = '/customer/individual'

/** What is asked of a person, group by group. */
export const plan: FormPlan = {
  identity: [
    { idType: identityTypes, idNumber: 'text' },
    { idIssuingCountry: 'country' },
    { idIssueDate: 'date', idExpiryDate: 'date' },
  ],
  person: [
    { name: 'text' },
    { originalName: 'text' },
    { nationality: 'country', gender: ['M', 'F', 'X'] },
    { dateOfBirth: 'date', countryOfBirth: 'country' },
    { placeOfBirth: 'text' },
  ],
  contact: [
    { phone: 'phone' },
    { email: 'email' },
    { address: 'lines' },
    { postcode: 'text', city: 'text' },
    { state: 'text', country: 'country' },
  ],
  work: [
    { occupation: 'text', employer: 'text' },
    { natureOfBusiness: 'text', taxNumber: 'text' },
  ],
  diligence: [
    { politicallyExposed: ['NO', 'YES'] },
    { purpose: 'text' },
    { sourceOfFunds: 'text', sourceOfWealth: 'text' },
    { expectedActivity: 'lines' },
    { remarks: 'lines' },
  ],
}

export function IndividualForm() {
  const { id } = useParams({ strict: false })
  const texts = useTexts(place)
  const rules = useRules()
  return (
    <Loaded query={rules} height={480}>
      {(list) => (
        <FormPage
          texts={place}
          draft={NewIndividual}
          api={api}
          id={id}
          back={home}
          page={({ id: made }) => `${home}/${made}`}
          also={(values) => emptyOnes(list, individual, values, texts)}
        >
          <IdentityReader rules={list} />
          <Likely find={api.findDuplicates} home={home} exceptId={id} />
          <Asked plan={plan} rules={list} type={individual} />
        </FormPage>
      )}
    </Loaded>
  )
}
