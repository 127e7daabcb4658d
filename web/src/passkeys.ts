// Passkeys: the browser asks a device, the house asks the questions. Only its answers go through here.
import { Problem } from "./api";
import type { PasskeyAnswer } from "./api-types";
import { change } from "./staff";

const UNKNOWN = new Problem(0, "no_passkeys", "This browser has no passkeys here.", "Type a code instead, or use another browser");

/** What the device answers; `declined` is said where its person did not go on. */
async function answered<T>(declined: string, ask: () => Promise<Credential | null>): Promise<T> {
  if (!("PublicKeyCredential" in window)) throw UNKNOWN;
  try {
    return ((await ask()) as PublicKeyCredential).toJSON() as T;
  } catch (problem) {
    const { name, message } = problem as Error;
    if (name === "InvalidStateError") throw new Problem(0, "passkey_known", "This device has a passkey of yours already.");
    if (name === "NotAllowedError" || name === "AbortError") throw new Problem(0, "passkey_declined", declined);
    throw new Problem(0, "passkey_failed", `The passkey could not be used: ${message}`);
  }
}

/** Ask for a passkey, for somebody who signs in or signs beside another. The house is asked first: it says where none works. */
export async function showPasskey(): Promise<PasskeyAnswer> {
  const asked = await change<PublicKeyCredentialRequestOptionsJSON>("/staff/challenge");
  const { response, rawId } = await answered<AuthenticationResponseJSON>("No passkey was used. Try again, or type a code.", () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) }),
  );
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
  const { response } = await answered<RegistrationResponseJSON>("No passkey was made. Try again, with the next code.", () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) }),
  );
  await change("/staff/passkeys", { name, client_data: response.clientDataJSON, attestation: response.attestationObject });
}
