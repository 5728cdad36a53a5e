import { get, post } from '#lib/rest.ts';
import type {
  CurrentMember,
  EmailInput,
  FormField,
  LoginInput,
  ResetInput,
  RevokeInput,
  Session,
  SessionList,
  SignedUp,
  SignupForm,
  SignupInput,
  ValidationsInput,
  Verified,
  VerifyInput,
} from './auth.schema.ts';

type Nothing = Record<never, never>;

export const readLoginForm = get<Nothing, FormField[]>('/login');
export const logIn = post<LoginInput, Session>('/login');
export const logOut = post<Nothing, void>('/logout');
export const forgotPassword = post<EmailInput, void>('/forgot-password');
export const resetPassword = post<ResetInput, void>('/reset-password');
export const readSignupForm = get<Nothing, SignupForm>('/signup');
export const signUp = post<SignupInput, SignedUp>('/signup');
export const validateSignup = post<ValidationsInput, void>('/signup/validations');
export const verifyEmail = post<VerifyInput, Verified>('/verify');
export const resendVerification = post<EmailInput, void>('/verify/resend');
export const readCurrentMember = get<Nothing, CurrentMember>('/auth/session');
export const listSessions = get<Nothing, SessionList>('/auth/sessions');
export const revokeSession = post<RevokeInput, void>('/auth/sessions/revoke');
