export function useMyApplication() {
  return { load() {}, notice: null };
}
