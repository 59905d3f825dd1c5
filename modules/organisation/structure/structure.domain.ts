/** The levels at which a person can work; these numbers go over the wire. */
export const workspaceTypes = { Company: 0, Region: 1, Branch: 2, Counter: 3 } as const
export type WorkspaceType = (typeof workspaceTypes)[keyof typeof workspaceTypes]
