{{/* An image: (list $ "bridge-server"). */}}
{{- define "bridge.image" -}}
{{- $root := index . 0 -}}
{{ $root.Values.image.registry }}/{{ index . 1 }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- end }}

{{/* Security of a pod. */}}
{{- define "bridge.pod" -}}
automountServiceAccountToken: false
securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: RuntimeDefault } }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
volumes:
  - { name: tmp, emptyDir: {} }
{{- end }}

{{/* Security of a container, which writes to /tmp only. */}}
{{- define "bridge.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{/* Spreads pods over machines: the app's label. */}}
{{- define "bridge.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { app: {{ . }} } }
{{- end }}

{{/*
A pod is ready once its database has its migrations. While the database is away for less than 30 s, no pod is better than
another: all stay, and respond with 503.
*/}}
{{- define "bridge.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 15
{{- end }}

{{/* The balancer learns that a pod leaves, before it stops listening. */}}
{{- define "bridge.leave" -}}
lifecycle:
  preStop:
    exec: { command: [sleep, "5"] }
{{- end }}

{{/* A variable from the secret: (list $ "NAME" optional). */}}
{{- define "bridge.secret" -}}
{{- $root := index . 0 -}}
- name: {{ index . 1 }}
  valueFrom: { secretKeyRef: { name: {{ $root.Values.secretName }}, key: {{ index . 1 }}{{ if index . 2 }}, optional: true{{ end }} } }
{{- end }}

{{/* Where traces are sent, if a ConfigMap names a collector. */}}
{{- define "bridge.traces" -}}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  valueFrom: { configMapKeyRef: { name: {{ .Values.configMapName }}, key: OTEL_EXPORTER_OTLP_ENDPOINT, optional: true } }
{{- end }}

{{/* A program's other variables. */}}
{{- define "bridge.variables" -}}
{{- range $name, $value := . }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end }}

{{/* At most one pod of an app is away at a time: (list $ "app"). */}}
{{- define "bridge.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ index . 1 }}
  namespace: {{ (index . 0).Release.Namespace }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: { app: {{ index . 1 }} }
{{- end }}

{{/* A service on port 80: (list $ "app"). */}}
{{- define "bridge.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ index . 1 }}
  namespace: {{ (index . 0).Release.Namespace }}
spec:
  selector: { app: {{ index . 1 }} }
  ports:
    - { name: http, port: 80, targetPort: http }
{{- end }}
