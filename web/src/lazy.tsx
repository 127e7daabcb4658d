// Pages are loaded when they are first shown: a small stand-in for a library that would weigh more than the shell.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading } from "./parts/pieces";

export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let found: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [, again] = useState(0);
    useEffect(() => {
      if (found) return;
      load().then(
        (module) => {
          found = module.default;
          again(1);
        },
        () => location.reload(),
      );
    }, []);
    const Found = found;
    return Found ? <Found {...props} /> : <Loading />;
  };
}
