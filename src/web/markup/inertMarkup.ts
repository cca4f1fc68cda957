interface Policy {
  createHTML(markup: string): string;
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
};
/** The one policy that the documents of members allow; a second one of its name is refused. */
const policy = trustedTypes?.createPolicy('inert', { createHTML: (markup) => markup });

/** Markup for where nothing in it runs: a sandboxed frame without scripts, or a document that is only read. */
export const inertMarkup = (markup: string): string => policy?.createHTML(markup) ?? markup;
