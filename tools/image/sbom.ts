import type { DebianPackage } from './debian-packages.ts';

/** As much of CycloneDX as is looked at here. */
export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly type: string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
  }[];
}

/** What npm says of the installed packages, with what else is in the image: Node, and Debian's libraries. */
export function wholeSbom(npm: Sbom, node: string, debian: readonly DebianPackage[]): Sbom {
  const { metadata } = npm;
  return {
    ...npm,
    // By npm it has the name of the folder that it was built in.
    metadata: { ...metadata, component: { ...metadata.component, name: 'authly' } },
    components: [
      ...npm.components,
      component('application', 'node', node, `pkg:generic/node@${node}`),
      ...debian.map(({ name, version, architecture }) =>
        component(
          'library',
          name,
          version,
          `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`,
        ),
      ),
    ],
  };
}

const component = (type: string, name: string, version: string, purl: string): Sbom['components'][number] =>
  ({
    type,
    name,
    version,
    purl,
    'bom-ref': purl,
  }) as Sbom['components'][number];
