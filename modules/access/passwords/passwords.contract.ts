import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { Email, Id, line } from '#kit/contract/shapes.contract.ts'

// Passwords are taken as typed, spaces and all; only the length is bounded, so that hashing stays cheap.
export const Password = z.string().min(1).max(200)
/** The specification's least length of a new password. */
export const NewPassword = z.string().min(4).max(200)
export const Pin = z.string().regex(/^\d{4,8}$/)

export const ForgotPassword = z.strictObject({ email: Email })
export const ResetPassword = z.strictObject({
  password: NewPassword,
  confirmPassword: z.string().max(200),
  token: line(300).min(1),
})
export const ChangePassword = z.strictObject({
  companyId: Id,
  userId: Id,
  currentPassword: Password,
  newPassword: NewPassword,
  newPasswordRepeat: z.string().max(200),
})

const Message = z.strictObject({ message: z.string() })

/** A password that is forgotten, reset by a mailed link, or changed by its owner. */
export const passwords = {
  forgotPassword: write({
    path: '/user/auth/forgotpass',
    kind: 'UPDATE',
    permission: 'anyone',
    limit: { max: 20, seconds: 60 },
    input: ForgotPassword,
    output: Message,
  }),
  // The specification's spelling.
  validateResetToken: write({
    path: '/user/auth/validateresetpassworktoken',
    kind: 'UPDATE',
    permission: 'anyone',
    from: 'query',
    input: z.strictObject({ token: line(300).min(1) }),
    output: Message,
  }),
  resetPassword: write({
    path: '/user/auth/resetpassword',
    kind: 'UPDATE',
    permission: 'anyone',
    input: ResetPassword,
    output: Message,
  }),
  changePassword: write({
    path: '/posuser/manageUser/changepass',
    kind: 'UPDATE',
    permission: 'signedIn',
    ownTransaction: true,
    input: ChangePassword,
    output: Message,
  }),
}
