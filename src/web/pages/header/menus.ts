/*
 * Folds the menus of the header. Documents for visitors carry it inline beside the bootstrap, members' ones import it:
 * it neither imports nor exports anything.
 */

/** A menu folds itself up when something in it was chosen, on Escape, and on a click elsewhere. */
function foldMenus(shouldFold: (menu: HTMLDetailsElement) => boolean) {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-menu][open]'))
    if (shouldFold(menu)) menu.open = false;
}
addEventListener('click', ({ target }) => {
  const clicked = target as Element;
  foldMenus((menu) => !menu.contains(clicked) || clicked.closest('a,button') !== null);
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape')
    foldMenus((menu) => {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
      return true;
    });
});
