import { bindContract } from '#kit/web/api.web.ts'

// Bound when first called, so that the shapes (and zod) are not in the script that sign-in and shell wait for.

export const signInCalls = async () => bindContract((await import('./sign-in/sign-in.contract.ts')).signIn)

export const workspaceCalls = async () => {
  const [{ workspaces }, { structure }] = await Promise.all([
    import('./workspaces/workspaces.contract.ts'),
    import('#modules/organisation/structure/structure.contract.ts'),
  ])
  return { ...bindContract(workspaces), structure: bindContract(structure).get }
}

/** For `useQuery`: where this session works now. */
export const currentWorkspace = {
  queryKey: ['/posworkspace', 'current'],
  queryFn: async () => (await workspaceCalls()).current.call(),
  staleTime: 60_000,
}

/** For `useQuery`: the company as this person may act in it. */
export const companyStructure = {
  queryKey: ['/poscompany/organization', 'getCompanyStructureInfo'],
  queryFn: async () => (await workspaceCalls()).structure.call(),
  staleTime: 60_000,
}
