import type { Words } from './en.ts';

export const es: Words = {
  title: 'Pruébalo con este móvil',
  lead: 'Paga con el dedo en una tienda de demostración. Todo funciona en el ordenador cuyo código has escaneado.',
  open_shop: 'Abrir la tienda',
  warning_title: 'Tu navegador te avisará una vez',
  warning_text:
    'No conoce el certificado de este entorno de pruebas. Es lo normal: continúa a pesar de la advertencia.',
  warning_ios: 'iPhone, iPad: «Mostrar detalles» y después «visitar este sitio web».',
  warning_android: 'Android: «Configuración avanzada» y después «Acceder a …».',
  trust_title: '¿Mejor sin advertencia? Confía en el certificado',
  trust_text:
    'Solo en una red de confianza. Quítalo cuando termines: quien tenga los archivos del ordenador podría hacerse pasar por cualquier sitio web ante este móvil.',
  download: 'Descargar el certificado',
  ios: 'iPhone y iPad',
  ios_1: 'Descárgalo aquí con Safari y toca «Permitir».',
  ios_2: 'Ajustes: toca «Perfil descargado» y después «Instalar».',
  ios_3: 'Ajustes, General, Información, Ajustes de confianza de los certificados: activa «Authly sandbox CA».',
  android: 'Móvil Android',
  android_1: 'Descárgalo aquí.',
  android_2: 'Ajustes: busca «certificado de CA» y toca «Instalar de todos modos».',
  android_3: 'Elige el archivo «authly-sandbox-ca.crt».',
  compare: 'SHA-256 del certificado, para compararlo con el terminal del ordenador:',
};
