// Passkeys: the browser asks a device, the house asks the questions. Only its answers go through here.
import { Problem } from "./api";
import type { PasskeyAnswer } from "./api-types";
import { change } from "./staff";

const UNKNOWN = new Problem(0, "no_passkeys", "This browser has no passkeys here.", "Type a code instead, or use another browser");

function refusal(problem: unknown, words: string): Problem {
  const name = (problem as { name?: string }).name;
  if (name === "InvalidStateError") return new Problem(0, "passkey_known", "This device has a passkey of yours already.");
  if (name === "NotAllowedError" || name === "AbortError") return new Problem(0, "passkey_declined", words);
  return new Problem(0, "passkey_failed", `The passkey could not be used: ${(problem as Error).message}`);
}

/** Ask for a passkey, for somebody who signs in or signs beside another. The house is asked first: it says where none works. */
export async function showPasskey(): Promise<PasskeyAnswer> {
  const asked = await change<PublicKeyCredentialRequestOptionsJSON>("/staff/challenge");
  if (!("PublicKeyCredential" in window)) throw UNKNOWN;
  let found: Credential | null;
  try {
    found = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
  } catch (problem) {
    throw refusal(problem, "No passkey was used. Try again, or type a code.");
  }
  const { response, rawId } = (found as PublicKeyCredential).toJSON() as AuthenticationResponseJSON;
  return {
    id: rawId,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? "",
  };
}

/** Make a passkey and register it under a name. The password and a fresh code are asked for again. */
export async function makePasskey(name: string, password: string, code: string): Promise<void> {
  const asked = await change<PublicKeyCredentialCreationOptionsJSON>("/staff/passkeys/challenge", { password, code });
  if (!("PublicKeyCredential" in window)) throw UNKNOWN;
  let made: Credential | null;
  try {
    made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) });
  } catch (problem) {
    throw refusal(problem, "No passkey was made. Try again, with the next code.");
  }
  const { response } = (made as PublicKeyCredential).toJSON() as RegistrationResponseJSON;
  await change("/staff/passkeys", { name, client_data: response.clientDataJSON, attestation: response.attestationObject });
}
